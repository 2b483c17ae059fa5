/**
 * Every path that shows a screen to signed-in people. For any other path the server answers the 'Page Not Found' page with status
 * 404.
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
  '/observe',
  '/help',
  '/amazon',
  '/amazon-connection',
  '/admin',
  '/signed-in',
] as const

export type ScreenPath = (typeof screenPaths)[number]

/** Separate from `auth.ts`, so that a visitor's first page loads without zod. */
export const currentUserPath = '/api/auth/user'

/** Sign-in pages, reached by navigation, not by fetch. */
export const signInPath = '/api/login'

export const signOutPath = '/api/logout'

/** The OIDC redirect URI. */
export const callbackPath = '/api/callback'

/** Where the sign-in provider reports that it ended sessions (OpenID Connect Back-Channel Logout). */
export const backChannelLogoutPath = '/api/backchannel-logout'

/** Asks a signed-in person to sign in again, in a tab of its own, before a dangerous step. */
export const confirmSignInAddress = `${signInPath}?${new URLSearchParams({ confirm: '1', returnTo: '/signed-in' }).toString()}`

/** The sign-in URL that returns to this path afterwards. */
export function signInAddress(returnTo: string): string {
  return `${signInPath}?${new URLSearchParams({ returnTo }).toString()}`
}
