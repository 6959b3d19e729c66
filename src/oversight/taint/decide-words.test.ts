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
  isSecretAskedFor: false,
  isForwarded: false,
  isToldElsewhere: false,
  isOnlyNames: false,
  isLookalike: false,
  isByReference: false,
  isReturned: false,
  ordersSending: false,
  sourceAsksToSend: false,
  isScopeOwners: false,
  isEverywhere: false,
  isPublicOwners: false,
  looksAtSecrets: 'no',
  looksAtHouse: false,
  fetchesInside: false,
  fetchesOpaqueData: false,
  isSpelling: false,
  isPlainChild: false,
  isChangedTool: false,
  takesEverything: false,
  strikesSystem: false,
  hidesWords: false,
  command: null,
  write: null,
  remembersStandingOrder: false,
};

function decided(consequence: Consequence, facts: Partial<WordsFacts> = {}): string {
  const { decision, rule } = decideWords({ ...PLAIN, consequences: new Set([consequence]), ...facts });
  return `${decision} ${rule}`;
}

const ASKED = { isAskedFor: true, isSteeredByOwner: true, destination: 'owner' } as const;
const COMMAND = { isUsual: false, isAsked: false, isFromSource: false, reachesOut: false, handsOver: false, readsSecrets: false, endangers: false, isConsequential: false };
const WRITTEN = { isObeyed: false, isRiskyFromSource: false, handsOver: false, carriesPrivateOut: false, loadsForeign: false, isHiding: false, isDictated: false };

describe('the table of what tainted words may lead to', () => {
  it('lets no model approve, and nothing that was read touch what guards the run', verifies('KEL-TAINT-07'), () => {
    expect([decided('approve'), decided('approve', { highestClass: undefined }), decided('approve', ASKED), decided('change_policy', ASKED), decided('change_policy', { highestClass: undefined })]).toEqual([
      'deny taint.models_never_approve',
      'deny taint.models_never_approve',
      'deny taint.models_never_approve',
      'deny taint.policy_from_read_words',
      'gate taint.policy_by_tool',
    ]);
  });

  it('widens no scope and opens nothing to everybody unless the person says so', verifies('KEL-TAINT-07'), () => {
    expect([decided('widen_scope'), decided('widen_scope', { isScopeOwners: true }), decided('widen_scope', { isScopeOwners: true, isEverywhere: true }), decided('widen_scope', { highestClass: undefined, isEverywhere: true }), decided('publish'), decided('publish', { ...ASKED, isPublicOwners: true })]).toEqual([
      'deny taint.scope_not_owners',
      'allow taint.no_consequence',
      'gate taint.scope_by_tool',
      'gate taint.scope_by_tool',
      'deny taint.public_not_owners',
      'allow taint.asked_for',
    ]);
  });

  it('keeps private words from whoever the person did not name', verifies('KEL-TAINT-02', 'KEL-TAINT-07'), () => {
    const secret = { carriesPrivate: true, carriesSecret: true };
    const named = { ...secret, isOnlyNames: true, destination: 'model' } as const;
    expect([
      decided('send', { ...secret, destination: 'source' }),
      decided('send', { ...secret, destination: 'model' }),
      decided('send', secret),
      decided('look', { ...secret, isToldElsewhere: true }),
      decided('execute', { ...secret, command: { ...COMMAND, reachesOut: true } }),
      decided('execute', { destination: 'model', command: { ...COMMAND, handsOver: true } }),
      decided('modify', secret),
      decided('fetch', { ...ASKED, ...secret }),
      decided('fetch', { ...ASKED, carriesPrivate: true }),
      decided('send', { ...ASKED, ...secret }),
      decided('send', { ...ASKED, ...secret, isSecretAskedFor: true }),
      decided('send', { ...ASKED, ...secret, isSecretAskedFor: true, isForwarded: true }),
      decided('send', { ...ASKED, carriesPrivate: true }),
      decided('send', named),
      decided('send', { ...named, isSecretAskedFor: true }),
      decided('send', { ...named, sourceAsksToSend: true }),
      decided('send', { ...named, destination: 'source' }),
      decided('look', secret),
    ]).toEqual([
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'deny taint.secrets_by_command',
      'gate taint.private_words_leave',
      'deny taint.private_words_to_stranger',
      'allow taint.no_consequence',
      'gate taint.private_words_leave',
      'deny taint.private_words_to_stranger',
      'allow taint.asked_for',
      'allow taint.asked_for',
      'gate taint.private_words_leave',
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'allow taint.no_consequence',
    ]);
  });

  it('takes a run that has read nothing for no licence', verifies('KEL-TAINT-16'), () => {
    const alone = { highestClass: undefined, isOnlyNames: false } as const;
    const secret = { ...alone, carriesPrivate: true, carriesSecret: true } as const;
    const handing = { ...COMMAND, handsOver: true };
    expect([
      decided('send', { ...secret, destination: 'model' }),
      decided('execute', { ...secret, destination: 'model', command: { ...COMMAND, reachesOut: true } }),
      decided('send', secret),
      decided('modify', secret),
      decided('look', secret),
      decided('send', { ...secret, ...ASKED, isForwarded: true }),
      decided('send', { ...alone, destination: 'model' }),
      decided('delete', alone),
      decided('delete', { ...alone, isSteeredByOwner: true }),
      decided('execute', { ...alone, command: { ...COMMAND, endangers: true } }),
      decided('execute', { ...alone, destination: 'model', command: handing }),
      decided('execute', { ...alone, destination: 'owner', command: handing }),
      decided('execute', { ...alone, command: COMMAND }),
      decided('write_inside', alone),
    ]).toEqual([
      'deny taint.private_words_to_stranger',
      'deny taint.private_words_to_stranger',
      'gate taint.private_words_leave',
      'gate taint.private_words_leave',
      'allow taint.owner_only',
      'allow taint.owner_only',
      'gate taint.steered_by_nobody',
      'gate taint.steered_by_nobody',
      'allow taint.owner_only',
      'gate taint.steered_by_nobody',
      'gate taint.steered_by_nobody',
      'allow taint.owner_only',
      'allow taint.owner_only',
      'allow taint.owner_only',
    ]);
  });

  it('keeps secrets from where others read or act on them later, when a source wants them there', verifies('KEL-TAINT-16'), () => {
    const secret = { carriesPrivate: true, carriesSecret: true } as const;
    expect([
      decided('modify', { ...secret, isSecretAskedFor: true }),
      decided('delegate', { ...secret, sourceAsksToSend: true }),
      decided('unknown', { ...secret, destination: 'source' }),
      decided('modify', { carriesPrivate: true, isSecretAskedFor: true }),
      decided('write_inside', { ...secret, isSecretAskedFor: true }),
      decided('delegate', { ordersSending: true }),
    ]).toEqual(['deny taint.private_words_to_stranger', 'deny taint.private_words_to_stranger', 'deny taint.private_words_to_stranger', 'gate taint.private_words_leave', 'allow taint.no_consequence', 'deny taint.sending_by_another']);
  });

  it('hands no document to a destination that stands in what was read', verifies('KEL-TAINT-07'), () => {
    const document = { isByReference: true } as const;
    expect([decided('send', { ...document, destination: 'source' }), decided('send', { ...document, destination: 'model' }), decided('send', { ...document, destination: 'model', isOnlyNames: true }), decided('send', { ...document, destination: 'source', isReturned: true }), decided('send', document), decided('send', { ...document, ...ASKED })]).toEqual([
      'deny taint.document_to_stranger',
      'deny taint.document_to_stranger',
      'gate taint.action_not_owners',
      'gate taint.action_not_owners',
      'gate taint.action_not_owners',
      'allow taint.asked_for',
    ]);
  });

  it('refuses what cannot be taken back, whoever would say yes to it', verifies('KEL-TAINT-11'), () => {
    expect([
      decided('execute', { ...ASKED, command: { ...COMMAND, endangers: true } }),
      decided('execute', { ...ASKED, command: { ...COMMAND, readsSecrets: true } }),
      decided('look', { looksAtSecrets: 'certainly' }),
      decided('look', { looksAtSecrets: 'perhaps' }),
      decided('write_inside', { ...ASKED, write: { ...WRITTEN, handsOver: true } }),
      decided('delete', { ...ASKED, strikesSystem: true }),
      decided('spend', { ...ASKED, takesEverything: true }),
      decided('modify', { ...ASKED, takesEverything: true }),
      decided('execute', { ...ASKED, destination: 'owner', command: { ...COMMAND, handsOver: true } }),
    ]).toEqual([
      'deny taint.dangerous_command',
      'deny taint.secrets_read',
      'deny taint.secrets_read',
      'gate taint.secrets_perhaps',
      'deny taint.script_hands_over',
      'deny taint.system_struck',
      'deny taint.everything_spent',
      'allow taint.asked_for',
      'allow taint.asked_for',
    ]);
  });

  it('asks about tools that are not what they seem, hidden words, margins and letters by request', verifies('KEL-TAINT-12'), () => {
    expect([
      decided('send', { ...ASKED, isLookalike: true }),
      decided('look', { isChangedTool: true }),
      decided('look', { looksAtHouse: true }),
      decided('look', { looksAtHouse: true, highestClass: 'user_trusted_bounded' }),
      decided('fetch', { isSpelling: true }),
      decided('publish', { ...ASKED, isPublicOwners: true, hidesWords: true }),
      decided('write_inside', { ...ASKED, write: { ...WRITTEN, isHiding: true } }),
      decided('write_inside', { ...ASKED, write: { ...WRITTEN, isDictated: true } }),
      decided('write_inside', { ...ASKED, write: { ...WRITTEN, carriesPrivateOut: true } }),
      decided('write_inside', { ...ASKED, write: { ...WRITTEN, loadsForeign: true } }),
    ]).toEqual([
      'gate taint.lookalike_tool',
      'gate taint.changed_tool',
      'gate taint.private_place',
      'allow taint.no_consequence',
      'gate taint.letters_by_request',
      'gate taint.hidden_words',
      'gate taint.hidden_words',
      'gate taint.edit_from_source',
      'gate taint.private_words_in_file',
      'gate taint.foreign_code_loaded',
    ]);
  });

  it('lets a child do a plain part of the work, and nothing besides', verifies('KEL-TAINT-07'), () => {
    expect([decided('delegate', { isPlainChild: true }), decideWords({ ...PLAIN, isPlainChild: true, consequences: new Set<Consequence>(['delegate', 'send']) }).rule]).toEqual(['allow taint.harmless_command', 'taint.action_not_owners']);
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
      decided('write_inside', { write: { ...WRITTEN, isObeyed: false, isRiskyFromSource: false } }),
      decided('write_inside', { write: { ...WRITTEN, isObeyed: true, isRiskyFromSource: false } }),
      decided('write_inside', { ...ASKED, write: { ...WRITTEN, isObeyed: true, isRiskyFromSource: false } }),
      decided('write_inside', { write: { ...WRITTEN, isObeyed: false, isRiskyFromSource: true } }),
      decided('remember'),
      decided('remember', { remembersStandingOrder: true }),
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
      'allow taint.no_consequence',
      'allow taint.no_consequence',
    ]);
  });
});
