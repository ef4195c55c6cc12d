/** Something about a file that a person should know, with its line. */
export interface Finding {
  readonly code:
    | 'not_text'
    | 'no_frontmatter'
    | 'never_closed'
    | 'repaired'
    | 'unreadable_key'
    | 'duplicate_key'
    | 'cut_by_comment'
    | 'hidden_characters'
    | 'not_a_map'
  /** 1-based, in the file. */
  readonly line: number
  /** Empty where the finding is about the whole file. */
  readonly key: string
  /** Language-neutral, such as the parser's own words. */
  readonly detail: string
}
