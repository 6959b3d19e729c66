import { describe, expect, it } from 'vitest';
import { memoryTerminal } from '../../src/cli/index.ts';
import { ledgerAcceptLoss, OPERATIONS } from '../../src/contracts/index.ts';
import { KeelsonError } from '../../src/kernel/index.ts';
import { verifies } from '../requirements/verifies.ts';
import { clientOver, recordedLedger, runLedger } from '../support/ledger-command-line.ts';
import type { LedgersInMemory } from '../support/ledgers-in-memory.ts';

type Refusal = KeelsonError<'ledger.tail_cut'> | KeelsonError<'ledger.head_mismatch'>;

const cut = (head: number, found: number): Refusal => new KeelsonError('ledger.tail_cut', { message: 'It has lost its end.', nextStep: 'n', data: { file: 'f', head, found } });
const differing = new KeelsonError('ledger.head_mismatch', { message: 'It is another.', nextStep: 'n', data: { file: 'f', position: 4 } });

/** A ledger that is refused until its loss is accepted. */
async function refused(refusal: Refusal): Promise<{ admin: LedgersInMemory; isAccepted: () => boolean }> {
  const { admin } = await recordedLedger();
  let isAccepted = false;
  return {
    isAccepted: () => isAccepted,
    admin: {
      ...admin,
      async open(tenant) {
        if (!isAccepted) throw refusal;
        return admin.open(tenant);
      },
      async acceptLoss(tenant, key, accepted) {
        isAccepted = true;
        return admin.acceptLoss(tenant, key, accepted);
      },
    },
  };
}

describe('keelson ledger accept-loss', () => {
  it.each([
    [cut(8, 5), 'It has lost its end.', 'entries 6 to 8'],
    [cut(6, 5), 'It has lost its end.', 'entry 6'],
    [cut(5, 5), 'It has lost its end.', 'changes made at entry 5'],
    [differing, 'It is another.', 'the log that had entry 4 as the head knew it, from there on at the latest'],
  ])('says what is lost, and goes on only when a person says so (%#)', verifies('KEL-LEDGERCLI-23'), async (refusal, detail, lost) => {
    const { admin, isAccepted } = await refused(refusal);
    const shown = `Tenant default: ${detail}\n  Lost for good: ${lost}.\n  A backup may still hold it: keelson ledger restore FILE\n`;
    const unchanged = 'Nothing was changed. Add --yes to accept the loss without being asked.\n';
    expect(await runLedger(admin, 'ledger accept-loss')).toEqual({ exit: 1, out: '', error: `${shown}${unchanged}` });
    const no = memoryTerminal('no\n', { isInteractive: true });
    expect(await runLedger(admin, 'ledger accept-loss', { terminal: no })).toEqual({ exit: 1, out: '', error: `${shown}Go on without it? Type yes to go on: ${unchanged}` });
    expect(isAccepted()).toBe(false);
    const yes = memoryTerminal('yes\n', { isInteractive: true });
    const { exit, out } = await runLedger(admin, 'ledger accept-loss', { terminal: yes });
    expect({ exit, out: out.replace(/[0-9a-f]{64}/, 'HASH') }).toEqual({
      exit: 0,
      out: `Tenant default goes on from entry 5 in /data/default/ledger.db, without ${lost}.\nHead HASH\nThis is recorded in /data/default/losses.\n`,
    });
    expect(isAccepted()).toBe(true);
  });

  it('has nothing to do for a ledger that lost nothing', verifies('KEL-LEDGERCLI-23'), async () => {
    const { admin } = await recordedLedger();
    expect(await runLedger(admin, 'ledger accept-loss --yes')).toEqual({
      exit: 1,
      out: '',
      error:
        'keelson: The ledger of tenant default (/data/default/ledger.db) has lost nothing, so there is nothing to accept.\n         Go on as usual; `keelson ledger verify` checks it whole.\n         [ledger.nothing_lost]\n',
    });
  });

  it('accepts only the loss that was shown, once for each key', verifies('KEL-LEDGERCLI-23'), async () => {
    const { admin, isAccepted } = await refused(cut(8, 5));
    const client = clientOver(admin);
    const accept = (reached: number, idempotencyKey?: string) => client.call(ledgerAcceptLoss, { loss: { kind: 'tail_cut', reached, found: 5 } }, idempotencyKey === undefined ? {} : { idempotencyKey });
    expect(await accept(7, 'a')).toMatchObject({ ok: false, error: { code: 'ledger.loss_outdated' } });
    expect(await accept(8)).toMatchObject({ ok: false, error: { code: 'operation.idempotency_key_missing' } });
    expect(isAccepted()).toBe(false);
    const first = await accept(8, 'b');
    expect(first).toMatchObject({ ok: true, value: { loss: { kind: 'tail_cut', reached: 8, found: 5 }, head: { position: 5 }, record: '/data/default/losses' } });
    expect(await accept(8, 'b')).toEqual(first);
    expect(await accept(8, 'c')).toMatchObject({ ok: false, error: { code: 'ledger.nothing_lost' } });
    expect(OPERATIONS.find(({ entry }) => entry.operation_id === 'ledger.accept_loss')?.entry).toMatchObject({ kind: 'command', durable_write: 'required', idempotency_key_required: true });
  });
});
