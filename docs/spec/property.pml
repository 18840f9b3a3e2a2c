/* SPDX-License-Identifier: Apache-2.0
 *
 * What is to be shown: whenever writes have stopped and everything is done, the document is what the row's current state
 * makes it, and that moment always comes. Besides INV, at every write.
 */

proctype Property() {
end:
  do
  :: d_step { QUIET && MENDED && SHOWN(document) != SHOWN(visible) -> converged = false; assert(converged) }
#ifdef REACH
  /* That all of this would hold of nothing: that it never comes to an end with everything in it having happened. */
  :: d_step {
       QUIET && MENDED && synced == MUTATIONS && repeats == 0 && noise == 0 && crashes == 0 && rebalances == 0 ->
       unreached = false; assert(unreached)
     }
#endif
  :: atomic { timeout -> quiet = QUIET; assert(quiet); break }
  od
}
