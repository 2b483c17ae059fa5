import { vi } from 'vitest'

/** Lets every file that is sent from now on tell how much of it is sent: jsdom does so only when the answer is there. */
export function reportUploadProgress(share: number): void {
  const { send } = XMLHttpRequest.prototype
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    send.call(this, body)
    this.upload.dispatchEvent(
      new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
    )
  })
}
