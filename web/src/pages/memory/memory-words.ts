import type { PotentialAction } from '../../../../src/contracts/index.ts';

/** What a plan makes of a place, as the command line says it. */
export const ACTIONS: Readonly<Record<PotentialAction, { readonly says: string; readonly tone: 'good' | 'bad' | 'warn' | 'calm' }>> = {
  exploit: { says: 'preferred', tone: 'good' },
  avoid: { says: 'avoided', tone: 'bad' },
  caution: { says: 'asks before', tone: 'warn' },
  ignore: { says: 'too little to go by', tone: 'calm' },
};
