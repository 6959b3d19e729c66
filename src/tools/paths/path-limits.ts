/** The bounds of path safety, in one place. */

/** What Linux takes for one path and one name; a longer one could only fail later, and less clearly. */
export const PATH_BYTES_MAX = 4_096;
export const NAME_BYTES_MAX = 255;

/** As many links as Linux follows in one path before it says that they go round. */
export const LINKS_FOLLOWED_MAX = 40;

/** Deeper than any tree that people keep; each level holds a descriptor while a path is resolved. */
export const DEPTH_MAX = 128;

/** Links and `..` can make a short path long; this many steps are more than any honest one takes, and take a few ms. */
export const STEPS_MAX = 256;

/** How many entries are looked at to find every name of a file that has several. */
export const HARD_LINK_SEARCH_ENTRIES_MAX = 50_000;

/** One read, and what is kept of a file before it changes: larger files are work for a program, not for a tool call. */
export const READ_BYTES_MAX = 64 * 1024 * 1024;

/** More entries than a person or a model reads in one directory. */
export const LIST_ENTRIES_MAX = 10_000;

/** One walk of a workspace; a tree with more is searched folder by folder. */
export const WALK_ENTRIES_MAX = 500_000;

/** A name that a crashed process left behind is passed over this often. */
export const TEMPORARY_NAMES_MAX = 100;
