import { posix } from 'node:path';
import type { ProgramIntention, ToolPlace } from '../../registry/tool.ts';

/**
 * A repository is written by strangers, and its own configuration can name programs. These settings stand above it,
 * so that Git runs none of them: hooks, monitors, pagers, editors, signers, helpers and everything that connects.
 * Filters have names of their own and cannot be switched off like this; `refuseFilters` looks for them.
 */
const SETTINGS = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'core.editor=false',
  'core.askPass=false',
  'core.sshCommand=false',
  'core.attributesFile=/dev/null',
  'core.quotePath=false',
  'credential.helper=',
  'protocol.allow=never',
  'protocol.ext.allow=never',
  'submodule.recurse=false',
  'diff.ignoreSubmodules=all',
  'diff.trustExitCode=false',
  'log.showSignature=false',
  'gpg.program=false',
  'gpg.ssh.program=false',
  'commit.gpgSign=false',
  'blame.ignoreRevsFile=',
  'gc.auto=0',
  'maintenance.auto=false',
  'color.ui=false',
  'safe.bareRepository=explicit',
  // The sandbox may run under another user than the owner of the files; whose they are says nothing about them here.
  'safe.directory=*',
];

const ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_SSH_COMMAND: 'false',
  GIT_LITERAL_PATHSPECS: '1',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  // Messages are read by us, and dates by people of any language.
  LC_ALL: 'C.UTF-8',
};

/** Git with these words in a folder of the workspace: the one way in which our tools call it. */
export function gitProgram(place: ToolPlace, repoPath: string, words: readonly string[], more: Readonly<Record<string, string>> = {}): ProgramIntention {
  return {
    argv: ['git', '--no-pager', '--no-replace-objects', ...SETTINGS.flatMap((setting) => ['-c', setting]), ...words],
    currentFolder: posix.resolve(place.workspace, repoPath),
    // A repository that begins above the workspace is not looked for.
    environment: { ...ENVIRONMENT, GIT_CEILING_DIRECTORIES: posix.dirname(place.workspace), ...more },
  };
}
