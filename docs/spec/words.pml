/* SPDX-License-Identifier: Apache-2.0
 *
 * What the words of the property mean in each configuration.
 */

/* Each has its own name, so that the checker's message says which one failed. */
bool converged = true;
bool quiet = true;
bool inv = true;
bool unreached = true;

#ifdef EPOCH
bool handedOver;  /* whether the old topic is closed */
#endif

#ifdef REBUILD
bool begun;  /* whether the new index's group has its first offsets */
#endif

#ifdef BACKFILL
byte marker;  /* the version of the backfill's marker; 0 before */
#endif

#ifdef PURGE
#define READ_AGE 1
#ifdef MUTANT_PURGE_EARLY
#define RETENTION 3
#else
#define RETENTION 4
#endif
#define OLD 5  /* ages are not counted further */

#ifdef MUTANT_STALLED_SEND
#define GIVEN_UP(w) false
#else
#define GIVEN_UP(w) (AGE(w) > 4)
#endif
#endif

/* What a frozen RegionServer has spoilt is mended by the row's next event, whatever that is, after it has learnt of its death. */
#if defined(FROZEN) && !defined(UNMENDED)
bool mended;
#define MENDED mended
#define MEND(aboutRow) mended = (mended || aboutRow && crashes == 0 && old == NOTHING)
#else
#define MENDED true
#define MEND(aboutRow) skip
#endif

#define ANNOUNCED(mutation) (synced < (mutation) || HAS(announced, mutation))
/* Of an indexer that has the partition; a zombie may hold what it pleases. */
#define AT_REST(me) (owner[EPOCH_OF(me)] != me || !AWAITED(FIRST(me)) && !AWAITED(LAST(me)))
#define DRAINED(epoch) (committed[epoch] == partition[epoch].length)
#define WRITES_ARE_OVER (online && visible == synced && ANNOUNCED(1) && ANNOUNCED(2) && ANNOUNCED(3))

#ifdef EPOCH
#define QUIET (WRITES_ARE_OVER && backfilled && DRAINED(1) && AT_REST(1) && AT_REST(2))
#define BEGIN ADD(gone, 0)
#else
#ifdef BACKFILL
#define QUIET (WRITES_ARE_OVER && backfilled && DRAINED(0) && AT_REST(0) && AT_REST(1))
#ifdef REBUILD
#define BEGIN if :: ADD(gone, 0) :: skip fi
#else
#define BEGIN if :: ADD(gone, 0) :: skip fi; if :: document = OTHER :: skip fi; confirmed = false
#endif
#else
#define QUIET (WRITES_ARE_OVER && DRAINED(0) && AT_REST(0) && AT_REST(1))
#define BEGIN ADD(gone, 0)
#endif
#endif

/* For INV: a version up to which every event that there ever will be has been appended by now. */
#ifdef NO_INV
#define APPENDED 0
#define CHECK_INV(w) skip
#else
#ifdef EPOCH
#define APPENDED (partition[0].closed -> VERSION(1, partition[1].length - 1) : VERSION(0, partition[0].length - 1))
#else
#define APPENDED VERSION(0, partition[0].length - 1)
#endif
#if defined(EPOCH) && !defined(NEW_INDEX)
/* While endpoints of both epochs append, INV cannot hold; it does from the new epoch's marker on. */
#define CHECK_INV(w) inv = (work[w].version <= work[w].seen || work[w].version >= VERSION(1, 0) && BEFORE_MARKER(w)); assert(inv)
#define BEFORE_MARKER(w) (marker == 0 || work[w].version < marker)
#else
#define CHECK_INV(w) inv = (work[w].version <= work[w].seen); assert(inv)
#endif
#endif
