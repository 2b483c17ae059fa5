/** A link in a card that is `relative`: all of the card leads where it leads. */
export const cardWideLink =
  'after:absolute after:inset-0 after:rounded-lg hover:text-ink focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent'
