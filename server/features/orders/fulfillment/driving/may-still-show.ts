import type { ClaimedAttempt } from '../../queries/attempts-to-send.ts'

/** A submission that got no answer and is not there after this long was never taken in. */
const lostAfterSeconds = 10 * 60

/** Whether Amazon may yet show what it was told of, though it knows nothing of it now. */
export const mayStillAppear = ({ submittedAt }: Pick<ClaimedAttempt, 'submittedAt'>, now: Date): boolean =>
  submittedAt !== null && now.getTime() < submittedAt.getTime() + lostAfterSeconds * 1000
