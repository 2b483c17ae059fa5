/** What the server says instead of yes: smtp-server reads the code off the error. */
export const smtpReply = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })
