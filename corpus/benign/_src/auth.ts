import { z } from "zod";

export interface Credentials { username: string; password: string; apiKey?: string }
export const schema = z.object({ password: z.string().min(8), token: z.string().uuid() });

const secret = process.env.JWT_SECRET!;
const apiKey = import.meta.env.VITE_API_KEY;
const token = await getAccessToken({ scope: "read" });
const password = passwordInput.value;
headers.set("Authorization", `Bearer ${token}`);
type TokenType = "access" | "refresh";
const KEY_CODES = { enter: "Enter", escape: "Escape" };
