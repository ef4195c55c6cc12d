/** How somebody says what is to be added. */
export type AddWay = 'paste' | 'form' | 'file' | 'foreign'
