/**
 * Every address that shows a screen to somebody signed in; any other is the page 'Page Not Found'. The server answers
 * that one with status 404, the web application decides what stands where.
 */
export const screenPaths = [
  '/',
  '/dashboard',
  '/orders',
  '/products',
  '/inventory',
  '/channels',
  '/promotions',
  '/bulk-upload',
  '/sheet-view',
  '/reports',
  '/settings',
  '/notifications',
  '/amazon',
  '/amazon-connection',
  '/admin',
] as const

export type ScreenPath = (typeof screenPaths)[number]

/** Apart from `auth.ts`, so that a visitor's first page loads without the validator that the shapes there need. */
export const currentUserPath = '/api/auth/user'

/** Pages of the sign-in, reached by browser navigation, not by calls. */
export const signInPath = '/api/login'

export const signOutPath = '/api/logout'

/** Where the provider sends the browser back to. */
export const callbackPath = '/api/callback'

/** Signing in from here comes back to the wanted path. */
export function signInAddress(returnTo: string): string {
  return `${signInPath}?${new URLSearchParams({ returnTo }).toString()}`
}
