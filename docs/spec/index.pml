/* SPDX-License-Identifier: Apache-2.0
 *
 * The row's document in the index: the highest version wins, and a row that is gone leaves a stub, which has a version as
 * any document has. A version whose document was really deleted is forgotten when the engine reopens.
 */

byte version;             /* of the document, the stub or the remembered delete; 0 if nothing is known of the id */
byte document = NOTHING;  /* the row's state that it was made from */

#ifdef PURGE
byte stubAge;             /* since the read that the stub stems from */
byte listed;              /* the version at which the purger has seen a stub, 0 for none */
#define STUB_AGE(readAge) stubAge = (IS_GONE(document) -> readAge : 0)
#else
#define STUB_AGE(readAge) skip
#endif

/* A conflict is success: something newer, or the same, is there. */
inline write(newVersion, read, readAge) {
  if
  :: newVersion > version ->
     version = newVersion; document = read;
#ifdef MUTANT_DELETES
     document = (IS_GONE(document) -> NOTHING : document);
#endif
     STUB_AGE(readAge);
     printf("... the index takes it: state %d at version %d\n", read, newVersion)
  :: else -> printf("... conflict: the index has version %d\n", version)
  fi
}

#ifdef MUTANT_ROLLED_BACK
/* Somebody restores a snapshot of the index from before the row came into it, and the offsets stay where they are. */
proctype Rollback() {
  d_step {
    version > 0 -> version = 0; document = NOTHING; printf("the index is restored to an older state\n")
  }
}
#endif

/* Elasticsearch, measured: the versions of what was deleted do not survive this. */
proctype Engine() {
end:
  do
  :: d_step {
       document == NOTHING && version > 0 ->
       printf("the index is closed and opened: it forgets version %d of what was deleted\n", version);
       version = 0
     }
  od
}
