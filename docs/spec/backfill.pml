/* SPDX-License-Identifier: Apache-2.0
 *
 * The backfill of one key range that holds the row, in place and two-way: the marker first, then a new scanner, then the row
 * straight to the index at the marker's version, or a touch if the index has it and the scan has not. An index that is built
 * anew beside the live one is empty at first, and follows the topic from where that ends before the marker.
 */

bool backfilled;

#define NEWEST (EPOCHS - 1)

#if defined(NEW_INDEX) || defined(REBUILD) || defined(MUTANT_ONE_WAY)
#define ONE_WAY
#endif

/*
 * The index may be asked what it has only once every write whose read is older than the scan is over; such a write could
 * bring back a row that the scan has not seen any more. It is over when the group has committed beyond the marker (whatever
 * comes later loses, or was there to be seen), and in an old epoch when that has drained or stub.retention has passed.
 */
#ifdef MUTANT_LIST_AT_ONCE
#define LISTABLE(offset) true
#else
#if defined(EPOCH) && !defined(MUTANT_OLD_EPOCH_UNFINISHED)
#define LISTABLE(offset) (committed[1] > (offset) && (DRAINED(0) || work[0].step != READ))
#else
#define LISTABLE(offset) (committed[NEWEST] > (offset))
#endif
#endif

/* The events before it are not read for this index: what they announce must be there for the scan to see. */
inline begin() {
  d_step {
    committed[0] = partition[0].length; position[0] = committed[0]; position[1] = committed[0]; begun = true;
    printf("the new index's group is to begin at offset %d\n", committed[0])
  }
}

proctype Backfill() {
  byte before, offset, scanned, seen;
#if defined(REBUILD) && !defined(MUTANT_BEGUN_LATE)
  begin();
#endif
#if !defined(EPOCH) && !defined(REBUILD)  /* where nothing is dropped before */
  d_step {
    confirmed = true; before = synced; printf("every endpoint announces the table\n")
  }
#ifndef MUTANT_NO_SETTLE
  visible >= before;  /* the settle delay, after which a scan sees what was dropped */
#endif
#endif
#ifdef MUTANT_SCANNER_OLDER
  d_step {
    online -> scanned = visible; seen = APPENDED; printf("a scanner is open that sees state %d\n", scanned)
  }
#endif
  d_step {
    offset = partition[NEWEST].length; append(NEWEST, false); marker = VERSION(NEWEST, offset);
    printf("the marker is appended at offset %d\n", offset)
  }
#ifndef MUTANT_SCANNER_OLDER
  d_step {
    online -> scanned = visible; seen = APPENDED; printf("a new scanner is opened: it sees state %d\n", scanned)
  }
#endif
#ifdef MUTANT_BEGUN_LATE
  begin();
#endif
  if
  :: d_step {
       !IS_GONE(scanned) ->
       work[BACKFILLS].step = READ; work[BACKFILLS].state = scanned;
#ifdef MUTANT_VERSION_AFTER_SCAN
       offset = partition[NEWEST].length - 1;
#endif
       work[BACKFILLS].version = VERSION(NEWEST, offset); work[BACKFILLS].seen = seen;
       printf("the scan returns the row, to be written at version %d by work %d\n", VERSION(NEWEST, offset), BACKFILLS + 1)
     }
     work[BACKFILLS].step == IDLE
#ifdef ONE_WAY
  :: IS_GONE(scanned) -> printf("the scan does not return the row\n")
#else
  :: IS_GONE(scanned) && LISTABLE(offset) ->
     d_step {
       if
       :: SHOWN(document) != NOTHING ->
          printf("the index has the row, the scan has not: a touch is appended at offset %d\n", partition[NEWEST].length);
          append(NEWEST, true)
       :: else -> printf("neither the scan nor the index has the row\n")
       fi
     }
#endif
  fi;
  d_step {
    backfilled = true; before = 0; offset = 0; scanned = 0; seen = 0; printf("the backfill is done\n")
  }
}
