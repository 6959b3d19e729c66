/** Phrases that many others are made of, by name. Each is a template of its own. */
export const vocabulary: Readonly<Record<string, string>> = {
  want: "(i want to|i need to|i'd like to|i would like to|i wanna|let me|help me)",
  show: "([{want}] (show [me]|display|view)|{want} see|(can|could|may) i (see|view|have)|print [out]|give me|get [me]|let's see|output)",
  find: '(find [me]|list|show [me]|get [me]|give me|locate|look for|search for|display|print|enumerate)',
  what_is: "(what's|what is|whats|what are|show me what's|show me what is|tell me what's|tell me what is)",
  run: '([{want}] (run|execute|start|launch|kick off|do|perform|rerun|re-run))',
  the: '[the|my|our]',
  in: '(in|inside|within|under|from|of|at|across|throughout)',

  // Places. "Here" and "this repo" leave the argument to its default.
  this_repo: '([this|the|my|our|the current|current] (repo|repository|project|workspace|codebase|code base|checkout|working (tree|copy|directory)|git (repo|repository)|folder|directory|current (folder|directory)))',
  repo_word: '(repo|repository|project|folder|directory|checkout)',
  repo_said: `(here|(in|of|for|on|from|inside|within|at) (here|{this_repo})
    |(in|of|for|on|from|inside|within|at|under) [the] [{repo_word}] [at|in|under|called] <repo_path:folder> [{repo_word}]
    |(in|inside|within|under) <repo_path:folder_name>
    |(in|of|for|on|inside|within) [the] {repo_word} [called|named] <repo_path:folder_name>
    |(in|of|for|on|inside|within) [the] <repo_path:folder_name> {repo_word})`,
  repo: '[{repo_said}]',

  folder_word: '(folder|directory|dir)',
  this_folder: '((this|the current|current|the working|the current working|my current|the present|the) {folder_word}|here|the (root|project root|repo root|root {folder_word}|workspace root) [of the (project|repo|repository|workspace)]|(this|the|my|our|the current) (project|repo|repository|workspace))',
  /** A folder that only its own signs or a word beside it show to be one. */
  folder_shown: '(<path:folder> [{folder_word}]|[the|my|our] {folder_word} [called|named|at] (<path:folder>|<path:folder_name>)|[the|my|our] (<path:folder>|<path:folder_name>) {folder_word})',
};
