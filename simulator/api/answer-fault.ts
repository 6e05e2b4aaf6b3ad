/** What goes wrong with an answer of ours to the receiver. */
export type AnswerFault =
  /** The call is taken and answered; the answer is lost: the connection ends without it. */
  | { readonly kind: 'lost' }
  /** The call is refused, nothing is done. */
  | { readonly kind: 'refused'; readonly status: number }
  /** The call is taken at once and answered after so many real milliseconds. */
  | { readonly kind: 'slow'; readonly afterMs: number };
