export * from './canonical-json.ts';
export * from './clock.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './patterns.ts';
export * from './random.ts';
export * from './tolerant-json/decoder.ts';
export { JSON_REPAIR_KINDS, type JsonRepair, type JsonRepairKind } from './tolerant-json/repairs.ts';
