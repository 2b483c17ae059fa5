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
