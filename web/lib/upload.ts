import type { Endpoint, InputOf, ReplyOf } from '#contract/endpoint.ts'
import { askFirst, riskHeader } from '#contract/risky-values.ts'
import { answerRefusals } from './answer-refusals.ts'
import { ApiError } from './api-error.ts'
import { pathWithQuery } from './api.ts'

type UploadOptions = {
  onSent?: (share: number) => void
  signal?: AbortSignal
  /** The confirmation of risky values that the person has seen already. */
  confirmation?: string | undefined
}

/** Uploads one file by XMLHttpRequest, because fetch has no upload progress. */
export const upload = <E extends Endpoint>(
  endpoint: E,
  file: File,
  query: InputOf<E>,
  { confirmation, ...options }: UploadOptions = {},
): Promise<ReplyOf<E>> =>
  answerRefusals((riskAnswer) => {
    const answer = riskAnswer === askFirst ? (confirmation ?? askFirst) : riskAnswer
    return uploadOnce(endpoint, file, query, { ...options, riskAnswer: answer })
  })

type SendOptions = Omit<UploadOptions, 'confirmation'> & { riskAnswer: string }

function uploadOnce<E extends Endpoint>(
  endpoint: E,
  file: File,
  query: InputOf<E>,
  { onSent, signal, riskAnswer }: SendOptions,
): Promise<ReplyOf<E>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(endpoint.method, pathWithQuery(endpoint, query))
    // CSRF: see `send` in api.ts.
    request.setRequestHeader('X-Requested-With', 'XMLHttpRequest')
    request.setRequestHeader(riskHeader, riskAnswer)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onSent?.(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const isOk = request.status >= 200 && request.status < 300
      if (isOk) resolve(JSON.parse(request.responseText) as ReplyOf<E>)
      else reject(new ApiError(request.status, request.statusText, request.responseText))
    })
    request.addEventListener('error', () => reject(new TypeError('The connection broke')))
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}
