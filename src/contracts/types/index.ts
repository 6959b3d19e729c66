export * from './schema-ref.ts';
export * from './schemas.ts';
export * from './type-owners.ts';
