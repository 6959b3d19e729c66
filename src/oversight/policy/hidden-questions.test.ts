import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import { judgedCommand } from '../../../test/support/judged-command.ts';
import type { JudgedIntention } from '../../contracts/index.ts';
import { decideApproval } from './decide-approval.ts';
import { mayHideMore } from './hidden-questions.ts';

/** What the most permissive mode says to a command as the real judges see it. */
function inSession(script: string): string {
  const judged = judgedCommand(script);
  const call = { decision: { tool_id: 'shell', role_id: 'coder', arguments: { command: script }, intentions: [judged] }, reasons: [`${judged.verdict.rule}: ${judged.verdict.explanation}`], isUndoable: true, origins: [], touches: ['programs'] };
  const decision = decideApproval({ call, tool: { category: 'compute', sideEffects: 'destructive' }, confinement: 'offline', mode: 'session', attendance: 'attended', policies: [], triggers: [], expiresInMs: 1, now: '2026-03-01T12:00:00.000Z' });
  return decision.kind === 'ask' ? 'ask' : decision.answer;
}

describe('a question behind the first one', () => {
  it.each(['rm a; cat .env', 'rm a; git push origin main', 'rm a && git push', 'rm a | tee b', 'rm a\ngit push', 'rm $(git push)', 'rm `git push`', 'rm a > b', 'rm a < b', 'python3 -c "print(open(\'.env\').read())"', 'python3 -c "import os; print(os.environ)"'])('is put to a person: %s', verifies('KEL-POLICY-11'), (script) => {
    expect(inSession(script)).toBe('ask');
  });

  it.each(['rm -r build', 'frobnicate --all', 'python3 -c "print(1)"'])('is not looked for where there can be none: %s', verifies('KEL-POLICY-11'), (script) => {
    expect(inSession(script)).toBe('approved');
  });

  it('concerns programs that ask, and joins only where a shell reads them', verifies('KEL-POLICY-11'), () => {
    const part = (kind: JudgedIntention['kind'], subject: string, decision: 'allow' | 'ask' = 'ask'): JudgedIntention => ({ kind, subject, verdict: { decision, rule: 'command.remove', explanation: 'It was seen.' } });
    expect([part('script', 'rm a; b'), part('program', 'rm "a; b"'), part('program', 'rm My-Secret'), part('script', 'rm a; b', 'allow'), part('path', 'read ".env"'), part('script', 'rm a')].map(mayHideMore)).toEqual([true, false, true, false, false, false]);
    const names = ['.env', '.ssh', '.git/', '.npmrc', '.netrc', '.pem', '.key', '.aws', '.kube', '.gnupg', 'id_rsa', 'id_ed25519', 'secret', 'credential', 'password', 'passwd', 'token', 'environ', 'keychain', 'cookie'];
    expect(names.filter((name) => !mayHideMore(part('program', `rm ${name}`)))).toEqual([]);
  });
});
