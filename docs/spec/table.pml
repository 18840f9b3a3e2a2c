/* SPDX-License-Identifier: Apache-2.0
 *
 * One row of an HBase table, its region, and what a get sees. The row's state after n mutations is called n: the model
 * never looks inside, so it holds for any mapping. A mutation is in the write-ahead log before a get can see it.
 */

byte synced;           /* mutations in the write-ahead log */
byte visible;          /* mutations that a get sees: the region's read point */
bool online = true;    /* whether the region is open; nobody can read it otherwise */
byte gone;             /* the states in which there is no row: a set */

byte crashes = CRASHES;

#ifdef FROZEN
/*
 * A RegionServer that is given up for dead need not be: it may have been frozen past its session. Once it goes on, and until it
 * learns of its death, it answers gets with what it had, and nothing in HBase prevents that: its log is fenced, its reads are not.
 */
byte old = NOTHING;  /* what it answers, NOTHING if there is none */
#define LEAVE_BEHIND old = visible
#else
#define LEAVE_BEHIND skip
#endif

/* What a search shows of a document made from this state: nothing if the row was gone, for then it is a stub. */
#define SHOWN(state) ((state) == NOTHING || IS_GONE(state) -> NOTHING : (state))
#define IS_GONE(state) ((state) <= MUTATIONS && HAS(gone, state))

/* RegionServerReadPoints.isReadable: a region that is not open here has drained, or replays its log before it opens. */
#ifdef MUTANT_BARRIER_OFF
#define READABLE(mutation) true
#else
#define READABLE(mutation) (!online || visible >= (mutation))
#endif

proctype Table() {
end:
  do
  :: atomic {
       online && synced < MUTATIONS ->
       synced++;
       if
       :: ADD(gone, synced); printf("the row's delete (state %d) is in the write-ahead log\n", synced)
       :: printf("a put (state %d) is in the write-ahead log\n", synced)
       fi
     }
  :: d_step {
       online && visible < synced ->
       visible++; printf("state %d becomes visible to gets\n", visible)
     }
  :: d_step {
       online && crashes > 0 ->
       crashes--; online = false; LEAVE_BEHIND; printf("the RegionServer dies\n")
     }
  :: d_step {
       !online ->
       online = true; visible = synced; printf("the region opens, its log replayed: gets see state %d\n", visible)
     }
#ifdef FROZEN
  :: d_step {
       old != NOTHING -> old = NOTHING; printf("the dead RegionServer, which was only frozen, learns that it is dead\n")
     }
#endif
  od
}
