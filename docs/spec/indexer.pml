/* SPDX-License-Identifier: Apache-2.0
 *
 * Indexers that stall, die, and rise again. Each has a polling thread and as many pieces of work as POLLS says; any of these may be
 * held up for any time between two steps, also while the partition has long been somebody else's.
 */

#define IDLE 0
#define POLLED 1
#define READ 2
#define SENT 3

/* RowWork: the row's events of one poll, at the version of the newest. */
typedef Work {
  unsigned step : 2;
  unsigned version : 6;
  unsigned state : 3;    /* that the read has seen */
  unsigned from : 4;     /* the offset of the oldest event: nothing from here on is committed before this is done */
  unsigned dropped : 1;  /* the partition was taken away since: OffsetTracker.drop */
  unsigned seen : 6;     /* APPENDED when the read began, for INV */
#ifdef PURGE
  unsigned age : 3;      /* of the read, since it began */
#endif
};

#ifdef PURGE
#define AGE(w) work[w].age
#else
#define AGE(w) 0
#endif

Work work[WORKS];

/* The pieces of work of an indexer: they are the same one where POLLS is 1. What comes behind the indexers' is the backfill's. */
#define FIRST(me) ((me) * POLLS)
#define LAST(me) ((me) * POLLS + POLLS - 1)
#define BACKFILLS (INDEXERS * POLLS)
#define IS_FREE(w) (work[w].step == IDLE)
#define AWAITED(w) (work[w].step != IDLE && !work[w].dropped)

byte position[INDEXERS];  /* the next offset to poll */
byte owner[EPOCHS];       /* the indexer to which the consumer group gives the partition */
byte committed[EPOCHS];   /* the group's offset */
byte rebalances = REBALANCES;

#define TOPIC partition[EPOCH_OF(me)]

#ifdef PURGE
#define TO_WRITE SENT
#define RESET_AGE(w) work[w].age = 0
#else
#define TO_WRITE READ
#define RESET_AGE(w) skip
#define GIVEN_UP(w) false
#endif

/* OffsetTracker: up to where everything is acknowledged. */
#ifdef MUTANT_COMMIT_FIRST
#define PREFIX(me) position[me]
#else
#define DONE(me, w) (AWAITED(w) -> work[w].from : position[me])
#define PREFIX(me) (DONE(me, FIRST(me)) < DONE(me, LAST(me)) -> DONE(me, FIRST(me)) : DONE(me, LAST(me)))
#endif

/* The indexers of a new index begin once nothing can be appended to the old epoch any more. */
#if defined(NEW_INDEX) && !defined(MUTANT_EARLY_START)
#define STARTED(me) handedOver
#elif defined(REBUILD)
/* Those of an index that is built anew beside the live one begin when their group has its offsets. */
#define STARTED(me) begun
#else
#define STARTED(me) true
#endif

#ifdef MUTANT_ATTACH
#define CAN_ATTACH(me) (work[LAST(me)].step == READ && !work[LAST(me)].dropped)
#else
#define CAN_ATTACH(me) false
#endif

inline forget(w) {
  work[w].step = IDLE; work[w].version = 0; work[w].state = 0; work[w].from = 0; work[w].dropped = 0; work[w].seen = 0;
  RESET_AGE(w)
}

inline drop(w) {
  work[w].dropped = (work[w].step != IDLE); work[w].from = 0
}

/* Intake and Coalescer: the events from the position up to until, which are those of one poll. */
inline coalesce(me, until, first, newest) {
  printf("indexer %d polls offsets %d to %d", me + 1, position[me], until - 1);
  first = until; newest = 0;
  do
  :: position[me] < until ->
     if
     :: HAS(TOPIC.rows, position[me]) ->
        newest = VERSION(EPOCH_OF(me), position[me]); first = (first == until -> position[me] : first)
     :: else
     fi;
     position[me]++
  :: else -> break
  od
}

proctype PollLoop(byte me) {
  byte until, first, newest, w;
end:
  do
  :: atomic {
       STARTED(me) && position[me] < TOPIC.length && (IS_FREE(FIRST(me)) || IS_FREE(LAST(me)) || CAN_ATTACH(me)) ->
       until = position[me] + 1;
       do
       :: until < TOPIC.length -> until++
       :: break
       od;
       d_step {
         coalesce(me, until, first, newest);
         w = (IS_FREE(FIRST(me)) -> FIRST(me) : LAST(me));
         if
         :: newest == 0 -> printf(": nothing about the row\n")
         :: newest > 0 && IS_FREE(w) ->
            work[w].step = POLLED; work[w].version = newest; work[w].from = first;
            printf(": the row, at version %d\n", newest)
         :: else ->
            work[w].version = newest;
            printf(" and attaches them to the read that has begun: version %d\n", newest)
         fi;
         until = 0; first = 0; newest = 0; w = 0
       }
     }
  :: d_step {
       owner[EPOCH_OF(me)] == me && committed[EPOCH_OF(me)] < PREFIX(me) ->
       committed[EPOCH_OF(me)] = PREFIX(me); printf("indexer %d commits offset %d\n", me + 1, PREFIX(me))
     }
  :: d_step {
       rebalances > 0 ->
       rebalances--; owner[EPOCH_OF(me)] = me; position[me] = committed[EPOCH_OF(me)];
       drop(FIRST(me)); drop(LAST(me));
       printf("indexer %d is given the partition, from the committed offset %d on\n", me + 1, position[me])
     }
  od
}

/* ReadStage, then WriteStage and BulkSender. What the read saw is held for as long as it pleases. */
proctype Worker(byte w) {
end:
  do
  :: d_step {
       work[w].step == POLLED && online ->
       work[w].state = visible; work[w].step = READ; work[w].seen = APPENDED;
       printf("work %d reads the row: state %d\n", w + 1, visible)
     }
#ifdef FROZEN
  :: d_step {
       work[w].step == POLLED && old != NOTHING ->
       work[w].state = old; work[w].step = READ; work[w].seen = APPENDED;
       printf("work %d reads the row from the server that was frozen: state %d\n", w + 1, old)
     }
#endif
#ifdef PURGE
  :: d_step {
       work[w].step == READ && AGE(w) <= READ_AGE ->
       work[w].step = SENT; printf("work %d sends what it read %d h ago\n", w + 1, AGE(w) * 6)
     }
  :: d_step {
       (work[w].step == READ && AGE(w) > READ_AGE || work[w].step == SENT && GIVEN_UP(w)) ->
       work[w].step = POLLED; work[w].state = 0; work[w].seen = 0; RESET_AGE(w);
       printf("work %d discards what it read long ago\n", w + 1)
     }
#endif
  :: d_step {
       work[w].step == TO_WRITE && !GIVEN_UP(w) ->
       printf("work %d writes state %d at version %d\n", w + 1, work[w].state, work[w].version);
       CHECK_INV(w);
       write(work[w].version, work[w].state, AGE(w));
       forget(w)
     }
  :: d_step {
       work[w].step == TO_WRITE && !GIVEN_UP(w) && work[w].version > version ->
       printf("work %d writes state %d at version %d, and the answer is lost\n", w + 1, work[w].state, work[w].version);
       CHECK_INV(w);
       write(work[w].version, work[w].state, AGE(w))
     }
  :: d_step {
       work[w].step != IDLE && work[w].dropped -> printf("work %d dies\n", w + 1); forget(w)
     }
  od
}

#ifdef MUTANT_TRUNCATION
/* An unclean leader election: the log loses an acknowledged event, long done with, and its offset is given to the next. */
proctype Truncation() {
  d_step {
    partition[0].length > 0 && committed[0] == partition[0].length ->
    partition[0].length--;
    partition[0].rows = partition[0].rows & ~(1 << partition[0].length);
    committed[0] = partition[0].length;
    position[0] = (position[0] < committed[0] -> position[0] : committed[0]);
    position[1] = (position[1] < committed[0] -> position[1] : committed[0]);
    printf("the log loses its last event, and offset %d is free again\n", partition[0].length)
  }
}
#endif
