/* SPDX-License-Identifier: Apache-2.0
 *
 * One partition of the table's topic in each epoch, and who appends to it. An event is a signal: the model keeps of it only
 * whether it is about the row (an event, a touch) or asks nothing of it (an event of another row, a marker).
 */

typedef Partition {
  unsigned length : 4;
  unsigned closed : 1;  /* takes no more writes: its epoch is over */
  byte rows;            /* the offsets of events that are about the row: a set */
};

Partition partition[EPOCHS];

byte announced;         /* the mutations that are done with, as their endpoints see it: a set. A1 is about it */
bool confirmed = true;  /* whether every endpoint announces the table, or drops edits of it no more */
byte repeats = REPEATS;
byte noise = NOISE;

/* RowVersion.of */
#ifdef MUTANT_VERSION_WITHOUT_EPOCH
#define VERSION(epoch, offset) ((offset) + 1)
#else
#define VERSION(epoch, offset) ((epoch) * 16 + (offset) + 1)
#endif

inline append(epoch, aboutRow) {
  assert(partition[epoch].length < LOG);
  if
  :: aboutRow -> ADD(partition[epoch].rows, partition[epoch].length)
  :: else
  fi;
  partition[epoch].length++;
  MEND(aboutRow)
}

#define TO_SHIP(mutation) (synced >= (mutation) && !HAS(announced, mutation))

#if EPOCHS == 1
/*
 * EntryDelivery, in all RegionServers together: any mutation in the log may be shipped next, by the source that wrote it or
 * by one that recovered its queue, so events come in any order. READABLE, once true, stays true, so that checking it and
 * appending may be one step.
 */
proctype Endpoint(byte mutation) {
end:
  do
  :: d_step {
       TO_SHIP(mutation) && READABLE(mutation) ->
       printf("the event of state %d is appended at offset %d\n", mutation, partition[0].length);
       append(0, true); ADD(announced, mutation)
     }
  :: d_step {
       TO_SHIP(mutation) && !confirmed ->
       printf("an endpoint that does not know the table yet drops the edit of state %d\n", mutation);
       ADD(announced, mutation)
     }
#ifdef MUTANT_SUCCESS_FIRST
  :: d_step {
       TO_SHIP(mutation) ->
       printf("the endpoint reports state %d as shipped, and its RegionServer dies before the append\n", mutation);
       ADD(announced, mutation)
     }
#endif
  od
}
#endif

/* What else is appended: an event once more, a touch (gateway, verify, scrub), events of other rows. */
proctype Others() {
end:
  do
  :: d_step {
       repeats > 0 ->
       printf("a repeated event or a touch of the row is appended at offset %d\n", partition[EPOCHS - 1].length);
       repeats--; append(EPOCHS - 1, true)
     }
  :: d_step {
       noise > 0 ->
       printf("an event of another row is appended at offset %d\n", partition[EPOCHS - 1].length);
       noise--; append(EPOCHS - 1, false)
     }
  od
}
