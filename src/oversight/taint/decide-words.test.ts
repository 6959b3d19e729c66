import { describe, expect, it } from 'vitest';
import { verifies } from '../../../test/requirements/verifies.ts';
import type { Consequence } from '../../contracts/index.ts';
import { decideWords, type WordsFacts } from './decide-words.ts';

const PLAIN: Omit<WordsFacts, 'consequences'> = {
  highestClass: 'external_untrusted',
  isAskedFor: false,
  isSteeredByOwner: false,
  destination: 'none',
  carriesPrivate: false,
  carriesSecret: false,
  isByReference: false,
  sourceAsksToSend: false,
  sourceAsksToInclude: false,
  isScopeOwners: false,
  isPublicOwners: false,
  looksAtSecrets: false,
  isTold: false,
  fetchesInside: false,
  fetchesOpaqueData: false,
  command: null,
  write: null,
  remembersStandingOrder: false,
};

function decided(consequence: Consequence, facts: Partial<WordsFacts> = {}): string {
  const { decision, rule } = decideWords({ ...PLAIN, consequences: new Set([consequence]), ...facts });
  return `${decision} ${rule}`;
}

const ASKED = { isAskedFor: true, isSteeredByOwner: true, destination: 'owner' } as const;
const COMMAND = { isUsual: false, isFromSource: false, reachesOut: false, takesSecretsOut: false, isConsequential: false };

describe('the table of what tainted words may lead to', () => {
  it('lets no model approve, and nothing that was read touch what guards the run', verifies('KEL-TAINT-07'), () => {
    expect([decided('approve'), decided('approve', { highestClass: undefined }), decided('approve', ASKED), decided('change_policy', ASKED), decided('change_policy', { highestClass: undefined })]).toEqual([
      'deny taint.models_never_approve',
      'deny taint.models_never_approve',
      'deny taint.models_never_approve',
      'deny taint.policy_from_read_words',
      'allow taint.owner_only',
    ]);
  });

  it('widens no scope and opens nothing to everybody unless the person says so', verifies('KEL-TAINT-07'), () => {
    expect([decided('widen_scope'), decided('widen_scope', { isScopeOwners: true }), decided('publish'), decided('publish', { ...ASKED, isPublicOwners: true })]).toEqual([
      'deny taint.scope_not_owners',
      'allow taint.no_consequence',
      'deny taint.public_not_owners',
      'allow taint.asked_for',
    ]);
  });

  it('keeps private words from whoever the person did not name', verifies('KEL-TAINT-02', 'KEL-TAINT-07'), () => {
    const secret = { carriesPrivate: true, carriesSecret: true };
    expect([
      decided('send', { ...secret, destination: 'source' }),
      decided('send', { ...secret, destination: 'model', sourceAsksToSend: true }),
      decided('send', { ...secret, destination: 'model' }),
      decided('fetch', secret),
      decided('execute', { ...secret, command: { ...COMMAND, reachesOut: true } }),
      decided('send', { ...ASKED, ...secret }),
      decided('send', { ...ASKED, ...secret, sourceAsksToInclude: true }),
      decided('look', { ...secret, isTold: true }),
      decided('execute', { destination: 'model', command: { ...COMMAND, takesSecretsOut: true } }),
    ]).toEqual([
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'gate taint.private_words_leave',
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'allow taint.asked_for',
      'gate taint.private_words_leave',
      'gate taint.secret_told',
      'deny taint.secrets_by_command',
    ]);
  });

  it('hands no document to a destination that stands in what was read', verifies('KEL-TAINT-07'), () => {
    const document = { isByReference: true } as const;
    expect([decided('send', { ...document, destination: 'source' }), decided('send', { ...document, destination: 'model', sourceAsksToSend: true }), decided('send', { ...document, destination: 'model' }), decided('send', { ...document, ...ASKED })]).toEqual([
      'deny taint.document_to_stranger',
      'deny taint.document_to_stranger',
      'gate taint.action_not_owners',
      'allow taint.asked_for',
    ]);
  });

  it('asks about every action that the person neither asked for nor steers', verifies('KEL-TAINT-07'), () => {
    const actions: Consequence[] = ['send', 'spend', 'delete', 'modify', 'delegate', 'write_outside', 'unknown'];
    expect(actions.map((one) => [decided(one), decided(one, { ...ASKED, isAskedFor: false }), decided(one, { ...ASKED, isSteeredByOwner: false }), decided(one, ASKED)])).toEqual(
      actions.map(() => ['gate taint.action_not_owners', 'gate taint.action_not_owners', 'gate taint.action_not_owners', 'allow taint.asked_for']),
    );
  });

  it('lets usual checks run anywhere, and other commands only among the person\'s own files and without their words', verifies('KEL-TAINT-07'), () => {
    const own = { highestClass: 'user_trusted_bounded' } as const;
    expect([
      decided('execute', { command: { ...COMMAND, isUsual: true } }),
      decided('execute', { command: COMMAND }),
      decided('execute', { ...own, command: COMMAND }),
      decided('execute', { ...own, command: { ...COMMAND, isFromSource: true } }),
      decided('execute', { ...own, command: { ...COMMAND, isConsequential: true } }),
      decided('execute', { ...ASKED, command: { ...COMMAND, isFromSource: true } }),
      decided('execute'),
    ]).toEqual([
      'allow taint.harmless_command',
      'gate taint.command_in_tainted_run',
      'allow taint.harmless_command',
      'gate taint.command_from_source',
      'gate taint.command_in_tainted_run',
      'allow taint.asked_for',
      'gate taint.command_from_source',
    ]);
  });

  it('asks about addresses with data, files that are obeyed, code and orders that a source led to', verifies('KEL-TAINT-07'), () => {
    expect([
      decided('fetch'),
      decided('fetch', { fetchesOpaqueData: true }),
      decided('fetch', { fetchesInside: true }),
      decided('write_inside', { write: { isObeyed: false, isRiskyFromSource: false } }),
      decided('write_inside', { write: { isObeyed: true, isRiskyFromSource: false } }),
      decided('write_inside', { ...ASKED, write: { isObeyed: true, isRiskyFromSource: false } }),
      decided('write_inside', { write: { isObeyed: false, isRiskyFromSource: true } }),
      decided('remember'),
      decided('remember', { remembersStandingOrder: true }),
      decided('look', { looksAtSecrets: true }),
      decided('look'),
      decided('answer'),
    ]).toEqual([
      'allow taint.no_consequence',
      'gate taint.data_in_address',
      'deny taint.address_inside',
      'allow taint.no_consequence',
      'gate taint.file_that_is_obeyed',
      'allow taint.no_consequence',
      'gate taint.code_from_source',
      'allow taint.no_consequence',
      'gate taint.standing_order_from_source',
      'gate taint.secrets_read',
      'allow taint.no_consequence',
      'allow taint.no_consequence',
    ]);
  });
});
