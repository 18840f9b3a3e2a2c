/* SPDX-License-Identifier: Apache-2.0
 *
 * Why the index converges to the table, as a model that Spin checks exhaustively. README.md beside it says it in words;
 * ./check runs it, in several configurations and with each of the mutants, which must fail.
 *
 * PURGE, BACKFILL, REBUILD and EPOCH choose what is there besides the live path; the numbers, how often things may go wrong; ALONE, that
 * no second indexer of the new epoch is there to interfere.
 */

#ifndef MUTATIONS
#define MUTATIONS 2
#endif
#ifndef REPEATS
#define REPEATS 1
#endif
#ifndef NOISE
#define NOISE 1
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#ifndef REBALANCES
#define REBALANCES 2
#endif
#ifndef POLLS
#define POLLS 1
#endif

#ifdef REBUILD
#define BACKFILL
#endif

#ifdef EPOCH
#define BACKFILL
#define EPOCHS 2
#define INDEXERS 3
#define EPOCH_OF(me) (me > 0)
#else
#define EPOCHS 1
#define INDEXERS 2
#define EPOCH_OF(me) 0
#endif

#ifdef BACKFILL
#define WORKS (INDEXERS * POLLS + 1)
#else
#define WORKS (INDEXERS * POLLS)
#endif
#define LOG 8  /* offsets; more would not fit into a set */

#define OTHER 6    /* a document of unknown origin, which the backfill finds */
#define NOTHING 7  /* no document and no stub */

/* Sets of small numbers, in a byte: Spin stores them smaller than arrays. */
#define HAS(set, element) ((set) >> (element) & 1)
#define ADD(set, element) set = set | 1 << (element)

#include "words.pml"
#include "table.pml"
#include "topic.pml"
#include "index.pml"
#include "indexer.pml"
#ifdef PURGE
#include "purge.pml"
#endif
#ifdef BACKFILL
#include "backfill.pml"
#endif
#ifdef EPOCH
#include "epoch.pml"
#endif
#include "property.pml"

init {
  atomic {
    BEGIN;
    run Property(); run Table(); run Others(); run Engine();
    run PollLoop(1); run Worker(LAST(1));
#ifndef NEW_INDEX
    run PollLoop(0); run Worker(FIRST(0));
#endif
#if POLLS == 2
    run Worker(FIRST(1)); run Worker(LAST(0));
#endif
#ifdef PURGE
    run Clock(); run Purger();
#endif
#ifdef EPOCH
#ifndef ALONE
    run PollLoop(2); run Worker(2);
#endif
    run Worker(3);
    owner[1] = 1;
    run Endpoint(0); run Endpoint(1); run Bump()
#else
#ifdef BACKFILL
    run Worker(2);
    run Backfill();
#endif
#ifdef MUTANT_TRUNCATION
    run Truncation();
#endif
#ifdef MUTANT_ROLLED_BACK
    run Rollback();
#endif
    run Endpoint(1); run Endpoint(2); run Endpoint(3)
#endif
  }
}
