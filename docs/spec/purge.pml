/* SPDX-License-Identifier: Apache-2.0
 *
 * Old stubs are deleted at their own version. A tick of the clock is six hours: a quarter of stub.retention, and so the
 * greatest age of a read that may be sent. What was sent arrives within the rest of stub.retention or never.
 */

#define AGES(w) (work[w].step >= READ && work[w].age < OLD)
#define GROW(w) work[w].age = (AGES(w) -> work[w].age + 1 : work[w].age)

proctype Clock() {
end:
  do
  :: d_step {
       (AGES(0) || AGES(1) || IS_GONE(document) && stubAge < OLD) ->
       GROW(0); GROW(1);
       stubAge = (IS_GONE(document) && stubAge < OLD -> stubAge + 1 : stubAge);
       printf("six hours pass\n")
     }
  od
}

proctype Purger() {
end:
  do
  :: d_step {
       listed == 0 && IS_GONE(document) && stubAge > RETENTION ->
       listed = version; printf("the purger finds an old stub at version %d\n", version)
     }
  :: d_step {
       listed > 0 ->
       if
#ifdef MUTANT_PURGE_INTERNAL
       :: listed == version && IS_GONE(document) ->
          document = NOTHING; version = listed + 1; stubAge = 0;
          printf("the purger deletes the stub by if_seq_no: the delete takes version %d\n", version)
#else
       :: listed >= version ->
          document = NOTHING; version = listed; stubAge = 0;
          printf("the purger deletes with external_gte at version %d\n", version)
#endif
       :: else -> printf("the purger is refused: the index has version %d\n", version)
       fi;
       listed = 0
     }
  od
}
