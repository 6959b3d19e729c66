import type { JudgedIntention } from '../../contracts/index.ts';

/**
 * The judge of commands tells one question about a command, the first that it met. Where several commands stand
 * together, or a secret is named, another question may lie behind it, and that one nobody may answer but a person.
 */
export function mayHideMore({ kind, subject, verdict }: JudgedIntention): boolean {
  if ((kind !== 'script' && kind !== 'program') || verdict.decision !== 'ask') return false;
  const words = subject.toLowerCase();
  return (kind === 'script' && JOINS.some((join) => words.includes(join))) || SECRET_WORDS.some((word) => words.includes(word));
}

/** What puts a second command, a file or another command's output behind the first. */
const JOINS: readonly string[] = [';', '&', '|', '\n', '`', '$(', '<', '>'];

/** Parts of the names that secrets and what runs by itself go by. Too many rather than too few: they only make it ask. */
const SECRET_WORDS: readonly string[] = ['.env', '.ssh', '.git/', '.npmrc', '.netrc', '.pem', '.key', '.aws', '.kube', '.gnupg', 'id_rsa', 'id_ed25519', 'secret', 'credential', 'password', 'passwd', 'token', 'environ', 'keychain', 'cookie'];
