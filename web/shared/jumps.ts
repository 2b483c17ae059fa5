/** The screens to which the key g and a letter go. Apart from the other shortcuts, because the shell of every screen loads it. */
export const jumpPaths = {
  d: '/dashboard',
  o: '/orders',
  p: '/products',
  i: '/inventory',
  u: '/bulk-upload',
  v: '/sheet-view',
  c: '/channels',
  m: '/amazon-connection',
  t: '/promotions',
  r: '/reports',
  s: '/settings',
} as const

export const isJump = (letter: string): letter is keyof typeof jumpPaths => Object.hasOwn(jumpPaths, letter)
