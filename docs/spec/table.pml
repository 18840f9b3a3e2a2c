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

#ifdef PROMPT
#define MAYBE_VISIBLE visible = synced  /* at once, where the barrier is not the question and the states are many */
#else
#define MAYBE_VISIBLE skip
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
       synced++; MAYBE_VISIBLE;
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
       crashes--; online = false; printf("the RegionServer dies\n")
     }
  :: d_step {
       !online ->
       online = true; visible = synced; printf("the region opens, its log replayed: gets see state %d\n", visible)
     }
  od
}
