import { z } from "zod";
import { ClientType } from "./client-type.ts";
import { quote } from "./quote.ts";
import { requestBody } from "./request-body.ts";

/** Also a file name, hence the narrow alphabet and one case only. */
export const GroupName = z
  .string()
  .regex(/^(?! )(?!.* $)(?!.* {2})[a-z0-9_\- ]{1,100}$/, { error: ({ input }) => problemOf(String(input)) })
  .meta({
    id: "GroupName",
    description: "Lower-case letters, digits, `_`, `-` and single spaces inside; at most 100 characters.",
    examples: ["default", "web research"],
  });

function problemOf(name: string): string {
  if (name === "") return "must not be empty";
  if (name.length > 100) return "must have at most 100 characters";
  if (/^ | $| {2}/.test(name)) return `${quote(name)} has a space at an end or two in a row; use single spaces inside`;
  if (/^[\w\- ]+$/.test(name)) return `${quote(name)} has upper-case letters; use lower case`;
  return `${quote(name)} holds a character that is not allowed; use a-z, 0-9, "_", "-" and spaces`;
}

export const Group = z
  .object({ name: GroupName, registered_clients: z.array(ClientType) })
  .meta({ id: "Group", description: "Workloads that are offered together to the clients registered with them." });
export type Group = z.infer<typeof Group>;

export const GroupList = z.object({ groups: z.array(Group) }).meta({ id: "GroupList" });
export type GroupList = z.infer<typeof GroupList>;

export const CreateGroup = requestBody(z.object({ name: GroupName })).meta({
  id: "CreateGroup",
  examples: [{ name: "web research" }],
});
export type CreateGroup = z.infer<typeof CreateGroup>;

export const CreatedGroup = z.object({ name: GroupName }).meta({ id: "CreatedGroup" });
export type CreatedGroup = z.infer<typeof CreatedGroup>;
