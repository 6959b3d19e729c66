export * from './answers.ts';
export * from './registry-policies.ts';
export * from './reserved-actions.ts';
export * from './result-envelope.ts';
export * from './role-aci.ts';
export * from './role-id.ts';
export * from './role-registry.ts';
