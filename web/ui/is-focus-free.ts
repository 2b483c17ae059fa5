/** Nobody is at work anywhere: the focus fell off with what had it, or lies where arriving on the screen put it. */
export const isFocusFree = () => document.activeElement?.matches('body, main, h1') ?? true
