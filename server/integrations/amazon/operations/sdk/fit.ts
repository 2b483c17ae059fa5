import type { z } from 'zod'
import type { InputOf, Operation } from '../../operation.ts'

/*
 * Holds our operations against the types that others generate from Amazon's models (@sp-api-sdk/*), so that a field we
 * misread or misspell does not compile. Of sellers, listings restrictions, solicitations, tokens, vendor shipments and
 * vendor transactions no such package is to be had; for them the models alone were read.
 */

/** Without undefined, which JSON and the query omit. */
type WithoutUndefined<T> = T extends readonly (infer Each)[]
  ? WithoutUndefined<Each>[]
  : T extends object
    ? { [Key in keyof T]: WithoutUndefined<Exclude<T[Key], undefined>> }
    : T

/** The answer with a payload. One without carries errors and is never parsed as an answer. */
type Answered<T> = T extends { payload?: infer Payload } ? Omit<T, 'payload'> & { payload: NonNullable<Payload> } : T

/** Paths of fields that the SDK does not know. Without this check a misspelt optional field would fit anything. */
type UnknownFields<Ours, Theirs, At extends string = ''> = Ours extends readonly (infer Our)[]
  ? Theirs extends readonly (infer Their)[]
    ? UnknownFields<NonNullable<Our>, NonNullable<Their>, At>
    : `${At} is no list`
  : Ours extends object
    ? {
        [Key in keyof Ours & string]: Key extends keyof Theirs
          ? UnknownFields<NonNullable<Ours[Key]>, NonNullable<Theirs[Key]>, `${At}/${Key}`>
          : `${At}/${Key} is unknown`
      }[keyof Ours & string]
    : never

type Mismatch<Fits extends boolean, Unknown> = Fits extends true ? Unknown : 'a field has another type or is missing'

type SendingMismatch<Ours, Theirs> = Mismatch<
  WithoutUndefined<Ours> extends Theirs ? true : false,
  UnknownFields<Ours, Theirs>
>
type ReadingMismatch<Ours, Theirs> = Mismatch<Theirs extends Ours ? true : false, UnknownFields<Ours, Theirs>>

type WireOf<O> = O extends Operation<never, infer Wire> ? z.input<Wire> : never

/** No argument when the types fit; otherwise one that cannot be given, so that the call does not compile. */
type MismatchArgument<Problem> = [Problem] extends [never]
  ? []
  : [problem: { readonly [Unfit in Problem & string]: never }]

/** Compiles when the operation's input fits the SDK's request type. */
export function sends<O, Theirs>(..._complaint: MismatchArgument<SendingMismatch<InputOf<O>, Theirs>>): true {
  return true
}

/** Compiles when the operation's schema accepts the SDK's response type. */
export function reads<O, Theirs>(..._complaint: MismatchArgument<ReadingMismatch<WireOf<O>, Answered<Theirs>>>): true {
  return true
}
