export { demandPerson, MEMORY_AUTHORS } from './authors.ts';
export * from './consolidation.ts';
export { createCorrectionMemory, type Correction, type CorrectionPorts } from './correction.ts';
export { createExperienceMemory, writtenEvent, type ExperiencePorts, type ExperienceToKeep } from './experience.ts';
export { matterStreamOf, memoryStreamOf, spaceStreamOf, type MemoryPlace } from './place.ts';
export { createMemoryReader, potentialsOf, readPlace, readSpace, recalledPlace, type MemoryReader, type ReaderPorts, type RecallTag } from './reader.ts';
export { contentOf, spaceOf, tagOf, type Tag } from './tags.ts';
export { createWriteQueue, type Kept, type QueuedWrite, type WriteQueue } from './write-queue.ts';
