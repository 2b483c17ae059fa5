/** What a service said, without the number or address that it may quote. */
export const maskRecipients = (reason: string): string =>
  reason
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '•••')
    .replace(/\+?\d(?:[\s().-]{0,3}\d){6,}/g, '•••')
    .slice(0, 500)
