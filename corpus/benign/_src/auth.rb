class SessionsController < ApplicationController
  has_secure_password
  protect_from_forgery with: :exception

  def create
    user = User.find_by(email: params[:email])
    if user&.authenticate(params[:password])
      token = JWT.encode({ sub: user.id }, Rails.application.credentials.secret_key_base)
      render json: { token: token }
    end
  end
end
