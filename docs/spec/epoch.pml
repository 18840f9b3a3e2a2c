/* SPDX-License-Identifier: Apache-2.0
 *
 * From one epoch to the next: every endpoint is switched to the new topic, the old one is closed to writes, and then all is
 * backfilled in the new epoch. Nobody waits until the old topic has drained.
 */

byte switched;  /* how many endpoints use the new topic */

/* An endpoint takes its configuration at the beginning of an attempt, and may wait for long until it sends. */
proctype Endpoint(byte me) {
  byte mutation, epoch;
end:
  do
  :: atomic {
       mutation == 0 && (TO_SHIP(1) || TO_SHIP(2) || TO_SHIP(3)) ->
       if
       :: TO_SHIP(1) -> mutation = 1
       :: TO_SHIP(2) -> mutation = 2
       :: TO_SHIP(3) -> mutation = 3
       fi;
       epoch = (switched > me -> 1 : 0);
       printf("endpoint %d begins to ship state %d to the topic of epoch %d\n", me + 1, mutation, epoch)
     }
  :: d_step {
       mutation > 0 && READABLE(mutation) && !partition[epoch].closed ->
       printf("endpoint %d appends the event of state %d at offset %d of epoch %d\n", me + 1, mutation,
         partition[epoch].length, epoch);
       append(epoch, true); ADD(announced, mutation); mutation = 0; epoch = 0
     }
  :: d_step {
       mutation > 0 && partition[epoch].closed ->
       printf("endpoint %d is refused, and looks its configuration up again\n", me + 1);
       epoch = (switched > me -> 1 : 0)
     }
  od
}

proctype Bump() {
  d_step { switched++; printf("endpoint 1 is switched to epoch 1\n") }
  d_step { switched++; printf("endpoint 2 is switched to epoch 1\n") }
  d_step {
    handedOver = true;
#ifdef MUTANT_OPEN_OLD_TOPIC
    printf("the topic of epoch 0 stays open\n")
#else
    partition[0].closed = 1; printf("the topic of epoch 0 is closed to writes\n")
#endif
  }
  run Backfill()
}
