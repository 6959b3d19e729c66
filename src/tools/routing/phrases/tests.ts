import type { Phrase } from '../grammar/phrase-reader.ts';

const HERE = { repo_path: '.' };
const SUITE = "([all] [of] {the} [whole|entire|full|complete] [project|project's|repo's|repository's|workspace's] (tests|test suite|testsuite|test-suite|suite of tests))";

/** Only everything there is to test: a part of the tests ("the login tests") is something that nobody here can pick. */
export const runTestsPhrases: readonly Phrase[] = [
  { says: `{run} ${SUITE} [again|once more] {repo}`, means: HERE },
  { says: `{run} ${SUITE} [again] {repo} (with|using|via|through|by running) (<test_command:test_command>|<test_command:runner_name>) {repo}`, means: HERE },
  { says: `[{run}|run the command|use] <test_command:test_command> [again] {repo}`, means: HERE },
  { says: `(use|run|with) (<test_command:test_command>|<test_command:runner_name>) to run ${SUITE} {repo}`, means: HERE },
  { says: `(do|are) [all] [of] {the} tests [still|all|currently] (pass|passing|green) {repo}`, means: HERE },
  { says: `(check|see|tell me|verify|find out) (if|whether|that) [all] [of] {the} tests [still|all|are] [still] (pass|passing|green) {repo}`, means: HERE },
  { says: `test {this_repo}`, means: HERE },
];
