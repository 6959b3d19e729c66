/** The bounds of asking the person and of looking through their files, in one place. */

export const QUESTION_CHARS_MAX = 4_000;
export const OPTIONS_MAX = 20;
export const OPTION_CHARS_MAX = 200;
/** A person may be at lunch; whoever runs the work can stop it before. */
export const ANSWER_TIME_MS = 24 * 60 * 60 * 1_000;

export const FOUND_FILES_DEFAULT = 50;
export const FOUND_FILES_MAX = 1_000;
export const FIND_TIME_MS = 30_000;
/** A home folder with more is searched folder by folder. About 100 bytes of memory for each name. */
export const INDEX_NAMES_MAX = 500_000;
export const INDEX_DEPTH_MAX = 64;
/** Making it takes seconds; files seldom move while somebody looks for one. */
export const INDEX_AGE_MS_MAX = 5 * 60 * 1_000;
/** Part of the time of a call; what was found until then is used, and told as a part. */
export const INDEX_TIME_MS_MAX = 20_000;
export const INDEXED_FOLDERS_MAX = 4;
