import { type APIRequestContext, expect, type Page } from '@playwright/test'

/** The doors of the stand-in for Amazon that Amazon itself doesn't have. */
export function emulatorAt(origin: string, request: APIRequestContext) {
  const order = async (method: string, path: string, data?: object) => {
    const reply = await request.fetch(`${origin}/_control/${path}`, { method, ...(data && { data }) })
    expect(reply.status(), `${method} ${path}`).toBe(200)
    return (await reply.json()) as object
  }
  return {
    order,
    /** The code that the seller's consent would give. */
    authorize: async (sellerId: string) => ((await order('POST', 'authorize', { sellerId })) as { code: string }).code,
    breakDown: (fault: { kind: string; seconds: number }) => order('POST', 'faults', fault),
    recover: () => order('DELETE', 'faults'),
    letPass: ({ minutes }: { minutes: number }) => order('POST', 'clock', { advanceSeconds: minutes * 60 }),
  }
}

/** Those of the one whose page is open. */
export const emulatorOf = (consentPage: Page) => emulatorAt(new URL(consentPage.url()).origin, consentPage.request)
