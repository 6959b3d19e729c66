export * from './model-profile.ts';
export * from './route.ts';
