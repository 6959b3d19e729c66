import type { ModelTier } from '../../contracts/index.ts';

/** What a model is asked to do, as far as its size depends on it. */
export type ModelWork = 'intent' | 'summary' | 'repair' | 'main' | 'coding' | 'voice';

export const TIER_BY_WORK: Readonly<Record<ModelWork, ModelTier>> = {
  intent: 'nano',
  summary: 'flash',
  repair: 'flash',
  main: 'frontier',
  coding: 'coding',
  voice: 'voice',
};

/**
 * Which tiers stand in for one that has no fitting model, the first first. Small work goes to the next larger tier; large
 * work to its like and only then to smaller ones. Nothing stands in for voice: a model that cannot hear answers nothing.
 */
export const STAND_INS: Readonly<Record<ModelTier, readonly ModelTier[]>> = {
  nano: ['flash', 'frontier', 'coding'],
  flash: ['frontier', 'coding', 'nano'],
  frontier: ['coding', 'flash', 'nano'],
  coding: ['frontier', 'flash', 'nano'],
  voice: [],
};

/** How much a tier can be trusted with; an escalation goes up. */
export const STRENGTH_BY_TIER: Readonly<Record<ModelTier, number>> = { nano: 0, voice: 0, flash: 1, frontier: 2, coding: 2 };
