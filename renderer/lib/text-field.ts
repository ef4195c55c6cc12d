/** Takes dropped text by itself. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return !target.readOnly && !target.disabled
  return target instanceof HTMLInputElement && !target.readOnly && !target.disabled
}
