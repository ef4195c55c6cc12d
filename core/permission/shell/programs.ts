/** The last component of a command word: `/usr/bin/rm` reads as `rm`. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

/** Folders whose programs are the system's: a name there means what it says. */
const systemFolders = /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin\//

/** The program that `Bash(name …)` means, when the word leads to the system's one; a path elsewhere stays a path. */
export function programName(word: string): string {
  return systemFolders.test(word) && !word.includes('/../') ? baseName(word) : word
}
