export * from './dispatcher.ts';
export * from './doctor-texts.ts';
export * from './doctor.ts';
export * from './requirements.ts';
export * from './text-check.ts';
